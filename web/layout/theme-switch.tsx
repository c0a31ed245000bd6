import { Monitor, Moon, Sun } from 'lucide-react'

import { chooseTheme } from '../lib/theme.ts'
import { useTheme } from '../lib/use-theme.ts'
import { Segments } from '../ui/segments.tsx'

const themes = [
  { value: 'system', label: 'System', icon: <Monitor size={14} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={14} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={14} aria-hidden /> },
] as const

const names = themes.map(({ value, label }) => ({ value, label }))

export interface ThemeSwitchProps {
  /** Names in place of icons, where there is room. */
  readonly hasNames?: boolean
  readonly className?: string
}

export function ThemeSwitch({ hasNames = false, className = '' }: ThemeSwitchProps) {
  return (
    <Segments
      label="Colour theme"
      value={useTheme()}
      options={hasNames ? names : themes}
      onChange={chooseTheme}
      className={className}
    />
  )
}
