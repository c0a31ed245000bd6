import type { ArrivalProblem } from '../../lib/sign-in-state.ts'

/** The message for an error code of a link or a provider. None of it comes from the URL. */
export function arrivalProblem(code: string): ArrivalProblem {
  return (
    known[code] ?? { text: 'Sign-in failed.', hint: 'Nothing was changed. Try again, or choose another way.', code }
  )
}

const staleLink: ArrivalProblem = {
  text: 'This link no longer works.',
  hint: 'Links work once and expire. Only the newest one works. Request a new one.',
}

const stopped: ArrivalProblem = {
  text: 'Sign-in was not completed.',
  hint: 'Nothing was changed. Try again, or choose another way.',
}

const closed: ArrivalProblem = {
  text: 'You don’t have an account here yet.',
  hint: 'New accounts need an invitation. Ask your administrator.',
}

const tookTooLong: ArrivalProblem = {
  text: 'That took too long.',
  hint: 'Start again, and finish within a few minutes.',
}

const unavailable: ArrivalProblem = {
  text: 'That provider can’t be used right now.',
  hint: 'Try again later, or choose another way.',
}

const unfinished: ArrivalProblem = {
  text: 'Part of this link is missing.',
  hint: 'Open it from the email, or request a new one.',
}

const noAddress: ArrivalProblem = {
  text: 'That provider did not tell us your email address.',
  hint: 'Allow it there, then try again, or choose another way.',
}

const known: Readonly<Record<string, ArrivalProblem>> = {
  otp_expired: staleLink,
  flow_state_not_found: staleLink,
  unfinished_address: unfinished,
  access_denied: stopped,
  user_cancelled_login: stopped,
  user_cancelled_authorize: stopped,
  signup_disabled: closed,
  flow_state_expired: tookTooLong,
  bad_oauth_state: tookTooLong,
  saml_relay_state_expired: tookTooLong,
  saml_relay_state_not_found: tookTooLong,
  flow_state_already_used: {
    text: 'This link was already used.',
    hint: 'It works once. Start again if you are not signed in.',
  },
  user_banned: { text: 'This account is locked.', hint: 'Ask your administrator.' },
  provider_email_needs_verification: {
    text: 'Your address at that provider is not verified.',
    hint: 'Verify it there, then try again, or choose another way.',
  },
  email_exists: {
    text: 'Another account already has this address.',
    hint: 'Log in as before, then add the provider under Account.',
  },
  email_address_not_provided: noAddress,
  saml_assertion_no_email: noAddress,
  identity_already_exists: {
    text: 'That provider account is already linked to another account here.',
    hint: 'Log in with it, or add another one.',
  },
  server_error: unavailable,
  temporarily_unavailable: unavailable,
  unexpected_failure: unavailable,
}
