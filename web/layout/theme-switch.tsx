import { clsx } from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'

import { chooseTheme, type Theme } from '../lib/theme.ts'
import { useTheme } from '../lib/use-theme.ts'

const choices = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { readonly theme: Theme; readonly label: string; readonly icon: typeof Sun }[]

export function ThemeSwitch({ className }: { readonly className?: string }) {
  const chosen = useTheme()
  return (
    <div
      role="group"
      aria-label="Colour theme"
      className={clsx('flex gap-0.5 rounded-control bg-hover p-0.5', className)}
    >
      {choices.map(({ theme, label, icon: Icon }) => (
        <button
          key={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === theme}
          onClick={() => chooseTheme(theme)}
          className={clsx(
            'flex h-6 flex-1 items-center justify-center rounded-tiny pointer-coarse:h-11',
            chosen === theme ? 'bg-raised text-text shadow-raised' : 'text-muted hover:text-text',
          )}
        >
          <Icon size={14} aria-hidden />
        </button>
      ))}
    </div>
  )
}
