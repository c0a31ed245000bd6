import { useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'

import { readColor } from '#domain/brand.ts'
import { screenshotAddress } from '#domain/demo.ts'

import { SettingsSection } from '../../ui/settings-section.tsx'
import type { FormFailure, FormOutcome } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useBackendUrl } from '../../lib/demo-queries.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { changeBrand, changeLogo, removeLogo, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'

/** How the workspace's demos look to visitors. For admins. */
export function BrandSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<FormFailure>()
  const [isBusy, setIsBusy] = useState(false)

  async function change(call: () => Promise<FormOutcome>, doneText: string): Promise<FormOutcome> {
    setIsBusy(true)
    setFailure(undefined)
    const outcome = await call()
    if (outcome.ok) showToast({ text: doneText })
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    setIsBusy(false)
    return outcome
  }

  async function handleLogo(file: File): Promise<void> {
    const outcome = isLogo(file)
      ? await change(() => changeLogo(workspace, file), 'The logo was saved.')
      : ({
          ok: false,
          text: 'This file can’t be used as a logo.',
          hint: 'Choose a PNG, JPEG or WebP image of at most 1 MB.',
        } as const)
    if (!outcome.ok) setFailure(outcome)
  }

  return (
    <SettingsSection title="Brand" text="Shown to visitors around your demos.">
      {failure === undefined ? null : <FormProblem text={failure.text} hint={failure.hint} />}
      <Logo
        workspace={workspace}
        isBusy={isBusy}
        onChoose={(file) => void handleLogo(file)}
        onRemove={() =>
          void change(() => removeLogo(workspace), 'The logo was removed.').then((outcome) => {
            if (!outcome.ok) setFailure(outcome)
          })
        }
      />
      <CallForm
        key={workspace.brand_color}
        submitLabel="Save colour"
        busyLabel="Saving…"
        tone="plain"
        onSubmit={async (form) => {
          const text = String(form.get('color')).trim()
          const color = text === '' ? null : readColor(text)
          if (text !== '' && color === null) {
            return { ok: false, text: 'Not a valid colour.', hint: 'Enter one such as #6d28d9, or leave it empty.' }
          }
          return change(() => changeBrand(workspace.id, { brand_color: color }), 'The colour was saved.')
        }}
      >
        {() => (
          <TextField
            label="Colour"
            name="color"
            defaultValue={workspace.brand_color ?? ''}
            placeholder="#6d28d9"
            maxLength={10}
            autoComplete="off"
            spellCheck={false}
            hint="Used for the progress bar and Next button."
          />
        )}
      </CallForm>
      <Switch
        label="Show Understudy"
        hint="In the corner of the player."
        isOn={workspace.shows_product_name}
        disabled={isBusy}
        onChange={(isOn) =>
          void change(
            () => changeBrand(workspace.id, { shows_product_name: isOn }),
            isOn ? 'The Understudy name is shown.' : 'The Understudy name is hidden.',
          ).then((outcome) => {
            if (!outcome.ok) setFailure(outcome)
          })
        }
      />
    </SettingsSection>
  )
}

interface LogoProps {
  readonly workspace: Workspace
  readonly isBusy: boolean
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

function Logo({ workspace, isBusy, onChoose, onRemove }: LogoProps) {
  const backendUrl = useBackendUrl()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {workspace.brand_logo === null ? (
        <span className="text-sm text-muted">No logo yet.</span>
      ) : (
        <img
          src={screenshotAddress(backendUrl, workspace.brand_logo)}
          alt="Your logo"
          className="h-10 w-28 rounded-control border border-line bg-surface object-contain p-1"
        />
      )}
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
      <Button
        icon={<ImageUp size={16} aria-hidden />}
        size="form"
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {workspace.brand_logo === null ? 'Upload logo' : 'Replace logo'}
      </Button>
      {workspace.brand_logo === null ? null : (
        <Button size="form" tone="quiet" disabled={isBusy} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}

const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const logoBytesMax = 1024 * 1024

function isLogo(file: File): boolean {
  return logoTypes.includes(file.type) && file.size <= logoBytesMax
}
