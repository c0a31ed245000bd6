/** Workspace roles, highest first. */
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

/** Roles for invitations; owners are promoted members. */
export type InvitedRole = Exclude<Role, 'owner'>

export const roles: readonly { readonly value: Role; readonly label: string; readonly may: string }[] = [
  { value: 'owner', label: 'Owner', may: 'Full access, including owners' },
  { value: 'admin', label: 'Admin', may: 'Invites people and changes settings' },
  { value: 'editor', label: 'Editor', may: 'Creates and edits demos' },
  { value: 'viewer', label: 'Viewer', may: 'Views demos and conversations' },
]

export const invitedRoles = roles.filter(({ value }) => value !== 'owner')

export function roleLabel(role: string): string {
  return roles.find(({ value }) => value === role)?.label ?? role
}

export function isAdmin(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}
