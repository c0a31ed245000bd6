/** What somebody may be in a workspace, the least last. */
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

/** What somebody can be invited as; owners are made of members. */
export type InvitedRole = Exclude<Role, 'owner'>

export const roles: readonly { readonly value: Role; readonly label: string; readonly may: string }[] = [
  { value: 'owner', label: 'Owner', may: 'everything, and makes other owners' },
  { value: 'admin', label: 'Admin', may: 'invites people and changes the settings' },
  { value: 'editor', label: 'Editor', may: 'makes and changes demos' },
  { value: 'viewer', label: 'Viewer', may: 'looks at demos and conversations' },
]

export const invitedRoles = roles.filter(({ value }) => value !== 'owner')

export function roleLabel(role: string): string {
  return roles.find(({ value }) => value === role)?.label ?? role
}

export function isAdmin(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}
