/** Why an identity provider did not sign somebody in, by the word in the address (`sign_in_refused`). */
export const refusalTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    unknown_connection: 'This way to sign in is not in use any more. Ask an administrator of your organization.',
    expired: 'Signing in took too long, or began in another browser. Begin again.',
    denied: 'Your organization did not let you sign in to the hub. Ask its administrators.',
    invalid_answer:
      "What your organization's sign-in answered could not be verified. Begin again; if it stays so, tell an administrator.",
    unavailable: "Your organization's sign-in cannot be reached at the moment. Try again in a minute.",
    no_email: "Your organization's sign-in tells no confirmed e-mail address of you. Tell an administrator.",
    domain_not_verified:
      'Your e-mail address is of a domain that your organization has not verified in the hub. Tell an administrator.',
    not_invited: 'You are not a member yet. Ask an administrator to invite you.',
    suspended: 'Your membership is suspended. Ask an administrator.',
    no_role: 'Your organization gives you no role in the hub. Ask an administrator.',
    organization_suspended: 'Your organization is suspended. Ask its administrators, or the operator of this hub.',
    rate_limited: 'Too many people are signing in from here. Try again in a minute.',
    https_needed: 'People can sign in over https only. Ask the operator of this hub for its https address.',
  }),
);

/** @returns `undefined` where nothing was refused. */
export function describeRefusal(search: string): string | undefined {
  const reason = new URLSearchParams(search).get('sign_in_refused');
  return reason === null ? undefined : (refusalTexts.get(reason) ?? 'Signing in was refused. Begin again.');
}

/** Where to come back to after signing in: the page that was asked for, without the refusal. */
export function toReturnPath({ pathname, search }: { pathname: string; search: string }): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('sign_in_refused');
  return parameters.size === 0 ? pathname : `${pathname}?${parameters.toString()}`;
}
