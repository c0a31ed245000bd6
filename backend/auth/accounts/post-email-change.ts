import type { CodeMail } from '#backend/auth/codes/compose-code-mail.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'

/** Confirmation mails for the new address and, if the settings require it, for the old one. */
export function emailChangeMails(
  answer: Readonly<Record<string, unknown>>,
  sent: { readonly otp: string; readonly otpCurrent: string; readonly redirectTo: string; readonly user: unknown },
): readonly CodeMail[] {
  const newEmail = String(answer['address'])
  const base = { kind: 'email_change', user: sent.user, redirectTo: sent.redirectTo, newEmail } as const
  const toNew: CodeMail = { ...base, to: newEmail, otp: sent.otp, tokenHash: String(answer['token_hash']) }
  const currentHash = answer['token_hash_current']
  if (typeof currentHash !== 'string') return [toNew]
  return [toNew, { ...base, to: String(answer['address_current']), otp: sent.otpCurrent, tokenHash: currentHash }]
}

export async function postEmailChange(
  codeSender: CodeSender,
  answer: Readonly<Record<string, unknown>>,
  sent: { readonly otp: string; readonly otpCurrent: string; readonly redirectTo: string; readonly user: unknown },
): Promise<void> {
  for (const mail of emailChangeMails(answer, sent)) await codeSender.post(mail)
}
