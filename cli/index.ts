/**
 * `hub`, the command line: a client of the HTTP API for people and scripts.
 *
 * Most commands are rows of `commands.data.ts`, written from the OpenAPI document; what they cannot say is written here:
 * logins, folders of files that are applied, runs that are watched, and `hub doctor`, the one command that looks at the
 * services behind the API (`doctor.ts`, which hands over to the room `doctor/`). Imports `client/` and `core/`; nothing
 * imports it. A command loads what it needs when it is called: `hub --help` loads little more than the table.
 */
export * from './run-cli.ts';
