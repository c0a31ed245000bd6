import { roleLabel } from '../../lib/roles.ts'

/** A row of the audit log, as workspace_audit returns it. */
export interface AuditEntry {
  readonly id: string
  readonly at: string
  /** Null for deleted accounts and for API keys. */
  readonly actor: string | null
  readonly action: string
  readonly subject: string | null
  readonly detail: Readonly<Record<string, unknown>>
  /** The origin, for account events. */
  readonly address: string | null
}

/** The actor's name: a person's, or that of an API key. */
export function actorText({ actor, detail }: AuditEntry): string {
  if (actor !== null) return actor
  if (typeof detail['key'] === 'string') return `API key “${detail['key']}”`
  return detail['by_key'] === true ? 'An API key' : 'A deleted account'
}

/** The text after the actor's name. Unknown actions show their code. */
export function actionText({ action, subject, detail }: AuditEntry): string {
  const say = sentences[action]
  return say === undefined ? action.replaceAll('_', ' ') : say((name) => quoted(detail[name]), subject ?? 'somebody')
}

type Say = (detail: (name: string) => string, subject: string) => string

const sentences: Readonly<Record<string, Say>> = {
  member_joined: (detail) => `joined as ${roleLabel(detail('role'))}.`,
  member_left: () => 'left the workspace.',
  member_removed: (_, subject) => `removed ${subject}.`,
  role_changed: (detail, subject) =>
    `made ${subject} ${roleLabel(detail('to'))}, previously ${roleLabel(detail('from'))}.`,
  member_invited: (detail) => `invited ${detail('email') || 'someone'} as ${roleLabel(detail('role'))}.`,
  invitation_withdrawn: (detail) => `withdrew the invitation for ${detail('email') || 'someone'}.`,
  workspace_renamed: (detail) => `renamed the workspace from “${detail('from')}” to “${detail('to')}”.`,
  second_factor_required: () => 'required two-factor authentication.',
  second_factor_not_required: () => 'stopped requiring two-factor authentication.',
  key_created: (detail) =>
    `created the API key “${detail('name')}”, which ${detail('scope') === 'write' ? 'reads and writes' : 'only reads'}.`,
  key_revoked: (detail) => `revoked the API key “${detail('name')}”.`,
  brand_changed: () => 'changed the brand.',
  capture_rules_changed: () => 'changed what recordings hide.',
  talk_recording_set: (detail) => `set voice talks to be recorded and kept for ${detail('days')} days.`,
  talk_recording_stopped: () => 'stopped recording voice talks.',
  demo_created: (detail) => `created the demo “${detail('name')}”.`,
  demo_deleted: (detail) => `deleted the demo “${detail('name')}”.`,
  demo_status_changed: (detail) => `set the demo “${detail('name')}” from ${detail('from')} to ${detail('to')}.`,
  agent_published: (detail) =>
    `published version ${detail('number')} of the agent “${detail('name')}”${detail('reason') === '' ? '.' : `, although tests failed: ${detail('reason')}`}`,
  account_deleted: () => 'deleted their account.',
  login: () => 'signed in.',
  logout: () => 'signed out.',
  user_updated_password: () => 'changed their password.',
  user_modified: () => 'changed their account.',
  enroll_factor: () => 'started setting up a second factor.',
  unenroll_factor: () => 'removed a second factor.',
  generate_recovery_codes: () => 'created recovery codes.',
  recovery_code_attempted: () => 'tried a recovery code.',
  identity_linked: () => 'linked a login method.',
  identity_unlinked: () => 'unlinked a login method.',
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
