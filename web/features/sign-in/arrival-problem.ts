import type { ArrivalProblem } from '../../lib/way-back.ts'

/** The sentence for a code that a link or a provider came back with. None of it is taken from the address. */
export function arrivalProblem(code: string): ArrivalProblem {
  return (
    known[code] ?? { text: 'That did not work.', hint: 'Nothing was changed. Try again, or choose another way.', code }
  )
}

const staleLink: ArrivalProblem = {
  text: 'This link no longer works.',
  hint: 'Links work once and for a limited time, and only the newest one. Have a new one sent.',
}

const stopped: ArrivalProblem = {
  text: 'You did not finish signing in.',
  hint: 'Nothing was changed. Try again, or choose another way.',
}

const closed: ArrivalProblem = {
  text: 'There is no account here for you yet.',
  hint: 'New accounts are only made by invitation. Ask whoever runs this server.',
}

const tookTooLong: ArrivalProblem = {
  text: 'That took too long.',
  hint: 'Start again; you have a few minutes at the provider.',
}

const unavailable: ArrivalProblem = {
  text: 'That provider can’t be used right now.',
  hint: 'Try again in a while, or choose another way.',
}

const unfinished: ArrivalProblem = {
  text: 'Part of this link is missing.',
  hint: 'Open it from the mail itself, or have a new one sent.',
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
    text: 'This way in was used already.',
    hint: 'It works once. Start again if you are not signed in.',
  },
  user_banned: { text: 'This account is locked.', hint: 'Ask whoever runs this server.' },
  provider_email_needs_verification: {
    text: 'Your address at that provider is not verified.',
    hint: 'Verify it there, then try again, or choose another way.',
  },
  email_exists: {
    text: 'Another account already has this address.',
    hint: 'Log in the way you did before, then add the provider under Account.',
  },
  email_address_not_provided: noAddress,
  saml_assertion_no_email: noAddress,
  identity_already_exists: {
    text: 'That account elsewhere already belongs to an account here.',
    hint: 'Log in with it, or add another one.',
  },
  server_error: unavailable,
  temporarily_unavailable: unavailable,
  unexpected_failure: unavailable,
}
