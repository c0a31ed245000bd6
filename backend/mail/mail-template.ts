import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { MailTemplateName } from './mail-config.ts'

/** Auth mails and the product's own. */
export type MailName =
  | MailTemplateName
  | 'account_reset'
  | 'workspace_invite'
  | 'meeting_visitor'
  | 'meeting_organiser'
  | 'lead_notice'
  | 'missed_handover'
  | 'calendar_problem'

/** Template variables, named as in Supabase Auth. */
export interface MailValues {
  readonly ConfirmationURL: string
  readonly Token: string
  readonly TokenHash: string
  readonly SiteURL: string
  readonly RedirectTo: string
  readonly Email: string
  readonly NewEmail: string
  readonly SendingTo: string
  /** User metadata, such as `{{ .Data.firstName }}`. */
  readonly Data: Readonly<Record<string, unknown>>
}

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a template. A file in the operator's folder overrides ours; it is read for each mail. */
export async function renderMail(
  name: MailName,
  values: MailValues,
  options: { readonly operatorFolder: string; readonly subject?: string | undefined },
): Promise<MailText> {
  const [html, text] = await Promise.all([
    loadTemplate(options.operatorFolder, `${name}.html`),
    loadTemplate(options.operatorFolder, `${name}.txt`),
  ])
  return {
    subject: fillTemplate(options.subject ?? subjects[name], values, plain)
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim(),
    html: fillTemplate(html, values, escapeHtml),
    text: fillTemplate(text, values, plain),
  }
}

function fillTemplate(template: string, values: MailValues, escape: (text: string) => string): string {
  return template.replace(/\{\{-?\s*\.(\w+)((?:\.\w+)*)\s*-?\}\}/g, (_, name: string, path: string) => {
    let value: unknown = Object.hasOwn(values, name) ? values[name as keyof MailValues] : undefined
    for (const key of path.split('.').slice(1)) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    }
    return typeof value === 'string' || typeof value === 'number' ? escape(String(value)) : ''
  })
}

const ownFolder = join(import.meta.dirname, 'templates')

const subjects: Readonly<Record<MailName, string>> = {
  confirmation: 'Confirm your email address',
  invite: 'You have been invited',
  magic_link: 'Your sign-in link',
  recovery: 'Reset your password',
  email_change: 'Confirm your new email address',
  reauthentication: '{{ .Token }} is your verification code',
  account_reset: 'Your account was reset',
  meeting_visitor: 'Your meeting with {{ .Data.Organiser }} {{ .Data.Change }}',
  meeting_organiser: 'Meeting with {{ .Email }} {{ .Data.Change }}',
  lead_notice: '{{ .Data.Opening }}',
  missed_handover: '{{ .Data.Opening }}',
  calendar_problem: 'Busy times of {{ .Data.Agent }} can’t be read',
  workspace_invite: '{{ .Data.Inviter }} invites you to {{ .Data.Workspace }}',
}

async function loadTemplate(operatorFolder: string, file: string): Promise<string> {
  try {
    return await readFile(join(operatorFolder, file), 'utf8')
  } catch {
    return readFile(join(ownFolder, file), 'utf8')
  }
}

function plain(text: string): string {
  return text
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
