import { ImageUp } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '../../ui/button.tsx'

export interface LogoFieldProps {
  /** Null without one. */
  readonly address: string | null
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

/** The logo on a light and a dark background. */
export function LogoField({ address, onChoose, onRemove }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {['#ffffff', '#16121c'].map((ground, index) => (
        <span
          key={ground}
          style={{ background: ground }}
          className="grid h-16 w-32 place-items-center rounded-card shadow-[inset_0_0_0_1px_var(--line)]"
        >
          {address === null ? (
            <ImageUp size={20} aria-hidden color={index === 0 ? '#5b5566' : '#b3abbe'} />
          ) : (
            <img src={address} alt={index === 0 ? 'Your logo' : ''} className="max-h-9 max-w-24 object-contain" />
          )}
        </span>
      ))}
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        aria-label="Logo"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) onChoose(file)
        }}
      />
      <div>
        <div className="flex gap-1">
          <Button className="h-7" onClick={() => input.current?.click()}>
            {address === null ? 'Upload logo' : 'Replace'}
          </Button>
          {address === null ? null : (
            <Button tone="quiet" className="h-7" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-xs text-muted">PNG, JPEG or WebP</p>
      </div>
    </div>
  )
}

const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const logoBytesMax = 1024 * 1024

export function isLogo(file: File): boolean {
  return logoTypes.includes(file.type) && file.size <= logoBytesMax
}
