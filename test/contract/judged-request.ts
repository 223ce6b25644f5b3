/** A request as it goes out, credentials aside. */
export interface JudgedRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}
