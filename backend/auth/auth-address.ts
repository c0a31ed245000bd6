import { isEmailAddress } from '#domain/email-address.ts'

import { validationFailed } from './auth-errors.ts'
import { textField } from './auth-request.ts'

/** A destination for codes and links. */
export interface AuthAddress {
  readonly provider: 'email' | 'phone'
  /** A lower-case mail address, or a phone number as digits. */
  readonly address: string
}

/** The request's mail address, '' when absent; refused when malformed. */
export function emailField(body: Readonly<Record<string, unknown>>, name = 'email'): string {
  const email = textField(body, name).trim().toLowerCase()
  if (email !== '' && !isEmailAddress(email)) throw validationFailed('Unable to validate email address: invalid format')
  return email
}

/** The request's phone number as stored, digits only; '' when absent. */
export function phoneField(body: Readonly<Record<string, unknown>>, name = 'phone'): string {
  const phone = textField(body, name).replace(/[\s+]/g, '')
  if (phone !== '' && !/^[1-9]\d{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)')
  }
  return phone
}

/** The text message channel, SMS by default. */
export function channelField(body: Readonly<Record<string, unknown>>): 'sms' | 'whatsapp' {
  const channel = textField(body, 'channel') || 'sms'
  if (channel !== 'sms' && channel !== 'whatsapp') {
    throw validationFailed(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    )
  }
  return channel
}
