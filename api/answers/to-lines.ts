/** One JSON value in each line. @see https://github.com/ndjson/ndjson-spec */
export const linesType = 'application/x-ndjson';

/**
 * Turns pages of items into the body of an answer, a line for each item, as fast as the caller takes them.
 *
 * The first page is read before the answer begins, so that what fails at once is refused like anything else. A failure
 * later cuts the answer off, and the transfer ends in an error.
 *
 * @param onFailure Called with such a failure; nothing else reports it.
 */
export async function toLines(
  pages: AsyncIterable<readonly unknown[]>,
  onFailure: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = pages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<readonly unknown[], unknown>> | undefined = Promise.resolve(await iterator.next());
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const result = await (next ?? iterator.next());
        next = undefined;
        if (result.done === true) controller.close();
        else controller.enqueue(encoder.encode(result.value.map((item) => `${JSON.stringify(item)}\n`).join('')));
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
    cancel: async () => void (await iterator.return?.()),
  });
}
