import { useEffect, useState } from 'react'

import { whenIdle } from '../../lib/when-idle.ts'
import { Button, type ButtonTone } from '../../ui/button.tsx'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import type { Extension } from '../../lib/use-extension.ts'

const InstallDialog = onFirstUse(async () => (await import('./install-dialog.tsx')).InstallDialog)

export interface GetExtensionButtonProps {
  readonly extension: Extension
  readonly tone?: ButtonTone
}

/** Opens the steps of the installation. */
export function GetExtensionButton({ extension, tone = 'plain' }: GetExtensionButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => whenIdle(InstallDialog.prefetch), [])
  return (
    <>
      <Button
        tone={tone}
        size="page"
        aria-haspopup="dialog"
        onPointerEnter={InstallDialog.prefetch}
        onFocus={InstallDialog.prefetch}
        onClick={() => setIsOpen(true)}
      >
        Get the extension
      </Button>
      <InstallDialog extension={extension} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
