import { Coins, EyeOff, KeyRound, List, Paintbrush, Plug, Settings, Shield, Users, type LucideIcon } from 'lucide-react'

import { isAdmin, type Role } from '../../lib/roles.ts'

export interface SettingsEntry {
  /** Below /dashboard/settings. */
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
  readonly isFor: (role: Role) => boolean
}

const anyone = () => true

/** The sub-pages, as the list shows them. */
export const settingsEntries: readonly SettingsEntry[] = [
  { path: '/workspace', label: 'Workspace', icon: Settings, isFor: anyone },
  { path: '/brand', label: 'Brand', icon: Paintbrush, isFor: isAdmin },
  { path: '/recording', label: 'Recording', icon: EyeOff, isFor: isAdmin },
  { path: '/members', label: 'Members', icon: Users, isFor: anyone },
  { path: '/security', label: 'Security', icon: Shield, isFor: isAdmin },
  { path: '/integrations', label: 'Integrations', icon: Plug, isFor: isAdmin },
  { path: '/api', label: 'API keys', icon: KeyRound, isFor: isAdmin },
  { path: '/credits', label: 'Credits', icon: Coins, isFor: anyone },
  { path: '/audit', label: 'Audit log', icon: List, isFor: (role) => role === 'owner' },
]
