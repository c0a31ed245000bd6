import { X } from 'lucide-react'
import { useState } from 'react'

import { keep, recall } from '../../lib/json-storage.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Warns the operator that a proxy hides visitors' addresses; dismissed per setting. */
export function TrustedProxyNotice({ setting }: { readonly setting: string }) {
  const [dismissed, setDismissed] = useState(() => recall<string>(dismissedKey))
  if (dismissed === setting) return null

  function dismiss(): void {
    setDismissed(setting)
    keep(dismissedKey, setting)
  }

  return (
    <Notice tone="plain">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">All visitors are counted as one.</strong> This server sees the address of
          its proxy instead of theirs, so figures are wrong and limits block people. Add{' '}
          <code className="rounded bg-line/50 px-1 font-mono text-xs break-all select-all">{setting}</code> to the
          server’s settings and restart it.
        </p>
        <IconButton label="Dismiss" onClick={dismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </Notice>
  )
}

const dismissedKey = 'understudy-trusted-proxy-dismissed'
