/** Each resource has versions of its own, which requests name. @see https://developer.loket.nl/ */
export function version(date: `${number}-${number}-${number}`): { accept: string } {
  return { accept: `application/json;version=${date}` };
}
