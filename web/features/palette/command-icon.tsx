import {
  ArrowRight,
  Bot,
  Building2,
  CalendarDays,
  ChartColumn,
  CircleHelp,
  CircleUserRound,
  Film,
  House,
  Inbox,
  Link2,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Palette,
  Pencil,
  Plug,
  Plus,
  Presentation,
  Settings,
  Sparkles,
  UserRound,
  UsersRound,
  Zap,
  type LucideIcon,
} from 'lucide-react'

import type { PaletteCommand } from '../../lib/page-commands.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  Create: Plus,
  'Go to': ArrowRight,
  'View demo': Presentation,
  'Edit demo': Pencil,
  'Copy link': Link2,
  Analytics: ChartColumn,
  Agent: Bot,
  Lead: UserRound,
  Settings,
  Help: CircleHelp,
  'Switch to workspace': Building2,
  Appearance: Palette,
}

/** By label, if the group isn't specific enough. */
const iconsByLabel: Readonly<Record<string, LucideIcon>> = {
  Dashboard: House,
  Demos: Presentation,
  Recordings: Film,
  Agents: Bot,
  Conversations: MessagesSquare,
  'Rita, AI Sales Associate': Sparkles,
  Campaign: Megaphone,
  'Master Inbox': Inbox,
  'Connected Accounts': Plug,
  Output: Sparkles,
  Analytics: ChartColumn,
  Leads: UsersRound,
  Meetings: CalendarDays,
  Account: CircleUserRound,
  Help: CircleHelp,
  Feedback: MessageCircle,
  'New agent': Bot,
  'Invite a teammate': UserRound,
  'New workspace…': Building2,
  'Copy link': Link2,
  Edit: Pencil,
  View: Presentation,
}

/** What a command does or opens. */
export function CommandIcon({ group, label }: Pick<PaletteCommand, 'group' | 'label'>) {
  const Icon = (ownNames.has(group) ? iconsByLabel[label] : undefined) ?? icons[group] ?? Zap
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />
}

/** Groups whose labels are ours, not names that authors gave. */
const ownNames = new Set(['Go to', 'Create', 'This demo'])
