/** What holds for every operation; the description of the document. */
export const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\` and speaks JSON. Every response is an envelope:
\`{"status": "success", "data": …}\` with \`meta\` on lists, or
\`{"status": "error", "error": {"code", "message", "details"}}\`, whose \`details.documentation_url\` explains the code.

- **Exports** are streams of JSON lines (NDJSON) without an envelope.
- **Lists** are paginated (\`page\`, \`per_page\`); the \`Link\` header leads to the other pages.
- **Repeating** a request with the same \`Idempotency-Key\` has no second effect and returns the stored response.
- **Changing** a resource with \`If-Match\` and its \`ETag\` never overwrites someone else's change.
- **Errors** have a code of a closed list; those that are worth a retry have a \`Retry-After\` header.
- **New members, codes and values may be added**; existing ones keep their meaning.
`.trim();
