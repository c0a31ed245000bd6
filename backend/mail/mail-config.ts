import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { isEmailAddress } from '#domain/email-address.ts'

/** Auth mails and their delivery; settings and defaults follow Supabase Auth. */
export interface MailConfig {
  /** Confirms new addresses without a mail. */
  readonly isAutoconfirmed: boolean
  /** A change of address must be confirmed from the old address too. */
  readonly isChangeSecure: boolean
  readonly otpExpirySeconds: number
  readonly otpLength: number
  /** Minimum seconds between two mails of a kind to one account. */
  readonly intervalSeconds: number
  /** Custom subjects, by template. */
  readonly subjects: Readonly<Partial<Record<MailTemplateName, string>>>
  /** Null sends mails to the outbox folder. */
  readonly smtp: SmtpConfig | null
}

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** Implicit TLS; otherwise STARTTLS when offered. */
  readonly isTls: boolean
  readonly user: string | null
  readonly password: string | null
  readonly senderAddress: string
  readonly senderName: string
}

export type MailTemplateName = (typeof mailTemplateNames)[number]

export const mailTemplateNames = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
] as const

/** Reads this group of settings; the reader collects the errors. */
export function parseMailConfig(settings: SettingsReader): MailConfig {
  const smtp = parseSmtp(settings)
  const subjects: Partial<Record<MailTemplateName, string>> = {}
  for (const name of mailTemplateNames) {
    const subject = settings.text(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`)
    if (subject !== null) subjects[name] = subject
    if (settings.text(`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`) !== null) {
      settings.refuse(
        `GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()} is not read here; put the template into DATA_DIR/templates/${name}.html.`,
      )
    }
  }
  for (const name of ['CONFIRMATION', 'INVITE', 'RECOVERY', 'EMAIL_CHANGE']) {
    const path = settings.text(`GOTRUE_MAILER_URLPATHS_${name}`)
    if (path !== null && path !== '/verify' && path !== '/auth/v1/verify') {
      settings.refuse(`GOTRUE_MAILER_URLPATHS_${name} can only be /auth/v1/verify here, but is "${path}".`)
    }
  }
  return {
    isAutoconfirmed: settings.flag('GOTRUE_MAILER_AUTOCONFIRM', smtp === null),
    isChangeSecure: settings.flag('GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED', true),
    otpExpirySeconds: settings.wholeNumber('GOTRUE_MAILER_OTP_EXP', 30, 86_400, 86_400),
    otpLength: settings.wholeNumber('GOTRUE_MAILER_OTP_LENGTH', 6, 10, 6),
    intervalSeconds: settings.seconds('GOTRUE_SMTP_MAX_FREQUENCY', 0, 86_400, 60),
    subjects,
    smtp,
  }
}

function parseSmtp(settings: SettingsReader): SmtpConfig | null {
  const address = settings.text('SMTP_URL')
  const host = settings.text('GOTRUE_SMTP_HOST')
  const port = settings.wholeNumber('GOTRUE_SMTP_PORT', 1, 65_535, 587)
  const user = settings.text('GOTRUE_SMTP_USER')
  const password = settings.text('GOTRUE_SMTP_PASS')
  const senderName = settings.text('GOTRUE_SMTP_SENDER_NAME') ?? 'Understudy'
  const sender = settings.text('GOTRUE_SMTP_ADMIN_EMAIL')
  if (sender !== null && !isEmailAddress(sender)) {
    return settings.refuse(`GOTRUE_SMTP_ADMIN_EMAIL must be a mail address, but is "${sender}".`)
  }
  if (address === null && host === null) {
    if (user !== null || password !== null) {
      settings.refuse('GOTRUE_SMTP_HOST must be set too when GOTRUE_SMTP_USER or GOTRUE_SMTP_PASS is.')
    }
    return null
  }
  if (address !== null && host !== null) {
    return settings.refuse('SMTP_URL and GOTRUE_SMTP_HOST name the same thing; set only one of them.')
  }
  if (sender === null) {
    return settings.refuse('GOTRUE_SMTP_ADMIN_EMAIL must be set too: it is the address that mails come from.')
  }
  if ((user === null) !== (password === null)) {
    return settings.refuse('GOTRUE_SMTP_USER and GOTRUE_SMTP_PASS must be set together.')
  }
  const base = { senderAddress: sender, senderName }
  if (host !== null) return { ...base, host, port, isTls: port === 465, user, password }
  const url = address !== null && URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return settings.refuse('SMTP_URL must be an address like smtp://user:password@mail.example.com:587.')
  }
  const isTls = url.protocol === 'smtps:'
  return {
    ...base,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    user: decodeURIComponent(url.username) || user,
    password: decodeURIComponent(url.password) || password,
  }
}
