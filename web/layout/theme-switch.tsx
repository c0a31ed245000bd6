import { Monitor, Moon, Sun } from 'lucide-react'

import { chooseTheme } from '../lib/theme.ts'
import { useTheme } from '../lib/use-theme.ts'
import { Segments } from '../ui/segments.tsx'

const themes = [
  { value: 'system', label: 'System', icon: <Monitor size={14} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={14} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={14} aria-hidden /> },
] as const

export function ThemeSwitch({ className = '' }: { readonly className?: string }) {
  return (
    <Segments label="Colour theme" value={useTheme()} options={themes} onChange={chooseTheme} className={className} />
  )
}
