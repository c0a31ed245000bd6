import {
  ArrowRight,
  Building2,
  ChartColumn,
  CircleHelp,
  Link2,
  Palette,
  Pencil,
  Presentation,
  Settings,
  UserRound,
  Zap,
  type LucideIcon,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  'Go to': ArrowRight,
  'View demo': Presentation,
  'Edit demo': Pencil,
  'Copy link': Link2,
  Analytics: ChartColumn,
  Lead: UserRound,
  Settings,
  Help: CircleHelp,
  'Switch to workspace': Building2,
  Appearance: Palette,
}

/** What kind of command it is. */
export function CommandIcon({ group }: { readonly group: string }) {
  const Icon = icons[group] ?? Zap
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />
}
