/** What holds for every operation; the description of the document. */
export const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\` and speaks JSON. Every answer is an envelope:
\`{"status": "success", "data": …}\` with \`meta\` on lists, or
\`{"status": "error", "error": {"code", "message", "details"}}\`, whose \`details.documentation_url\` explains the code.

- **Exports** are no envelopes but JSON in lines (NDJSON), for as long as there is something to tell.
- **Lists** come in pages (\`page\`, \`per_page\`); \`Link\` leads to the others.
- **Repeating** a request with the same \`Idempotency-Key\` has no second effect and gets the kept answer.
- **Changing** a resource with \`If-Match\` and its \`ETag\` never overwrites what somebody else changed meanwhile.
- **Refusals** name a code of a closed list; one that is worth a retry says when in \`Retry-After\`.
- **New members, codes and values may be added**; what is there keeps its meaning.
`.trim();
