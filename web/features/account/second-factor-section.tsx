import type { Factor, User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { dayText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { EnrolAuthenticatorDialog } from './enrol-authenticator-dialog.tsx'
import { EnrolPhoneDialog } from './enrol-phone-dialog.tsx'
import { removeFactor } from './factor-enrolment.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

export interface SecondFactorSectionProps {
  readonly user: User
  readonly canAddAuthenticator: boolean
  readonly canAddPhone: boolean
  /** Recovery codes are our own server's. */
  readonly hasRecoveryCodes: boolean
}

type OpenDialog = 'authenticator' | 'phone' | 'codes'

export function SecondFactorSection(props: SecondFactorSectionProps) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenDialog>()
  const [removing, setRemoving] = useState<Factor>()
  const factors = props.user.factors?.filter(({ status }) => status === 'verified') ?? []
  const openChange = (dialog: OpenDialog) => (isOpen: boolean) => setOpen(isOpen ? dialog : undefined)

  function handleEnrolled(): void {
    const isFirst = factors.length === 0
    showToast({ text: 'Two-factor authentication is on.' })
    setOpen(isFirst && props.hasRecoveryCodes ? 'codes' : undefined)
    // Workspaces that require it are now accessible.
    void queries.invalidateQueries()
  }

  return (
    <SettingsSection title="Two-factor authentication" text="Turning it on signs out your other devices.">
      {factors.length === 0 ? null : (
        <SettingsList label="Second factors">
          {factors.map((factor) => (
            <SettingsRow
              key={factor.id}
              icon={<FactorIcon factor={factor} />}
              title={nameOf(factor)}
              text={`${kindOf(factor)} · since ${dayText(factor.created_at)}`}
            >
              <Button aria-label={`Remove ${nameOf(factor)}`} onClick={() => setRemoving(factor)}>
                Remove
              </Button>
            </SettingsRow>
          ))}
          {props.hasRecoveryCodes ? (
            <SettingsRow
              icon={<KeyRound size={18} aria-hidden />}
              title="Recovery codes"
              text="In case you lose your second factor"
            >
              <Button onClick={() => setOpen('codes')}>Create new codes</Button>
            </SettingsRow>
          ) : null}
        </SettingsList>
      )}
      <div className={clsx('flex flex-wrap items-center gap-2', factors.length === 0 && '-my-1.5')}>
        {factors.length > 0 ? null : <p className="flex-1 text-muted">Off. You log in with a password only.</p>}
        {props.canAddAuthenticator ? (
          <Button onClick={() => setOpen('authenticator')}>Add an authenticator app</Button>
        ) : null}
        {props.canAddPhone ? <Button onClick={() => setOpen('phone')}>Add a phone</Button> : null}
      </div>
      <EnrolAuthenticatorDialog
        isOpen={open === 'authenticator'}
        onOpenChange={openChange('authenticator')}
        onEnrolled={handleEnrolled}
      />
      <EnrolPhoneDialog isOpen={open === 'phone'} onOpenChange={openChange('phone')} onEnrolled={handleEnrolled} />
      <RecoveryCodesDialog isOpen={open === 'codes'} onOpenChange={openChange('codes')} />
      <RemoveDialog
        factor={removing}
        isLast={factors.length === 1}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => {
          setRemoving(undefined)
          showToast({ text: 'The second factor was removed.' })
          void queries.invalidateQueries()
        }}
      />
    </SettingsSection>
  )
}

interface RemoveDialogProps {
  readonly factor: Factor | undefined
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks first, because a new one must be scanned again. */
function RemoveDialog({ factor, isLast, onClose, onRemoved }: RemoveDialogProps) {
  return (
    <Dialog
      title={factor === undefined ? 'Remove' : `Remove ${nameOf(factor)}?`}
      description={
        isLast
          ? 'It is your only second factor. Your recovery codes will stop working, and you will lose access to workspaces that require two-factor authentication.'
          : 'Its codes will no longer be accepted.'
      }
      isOpen={factor !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <CallForm
        submitLabel="Remove"
        busyLabel="Removing…"
        tone="danger"
        onSubmit={async () => {
          if (factor === undefined) return { ok: true }
          const outcome = await removeFactor(factor.id)
          if (outcome.ok) onRemoved()
          return outcome
        }}
      >
        {() => null}
      </CallForm>
    </Dialog>
  )
}

function FactorIcon({ factor }: { readonly factor: Factor }) {
  const Icon = factor.factor_type === 'phone' ? Smartphone : KeyRound
  return <Icon size={18} aria-hidden />
}

function kindOf(factor: Factor): string {
  return factor.factor_type === 'phone' ? 'Code by text message' : 'Authenticator app'
}

function nameOf(factor: Factor): string {
  return factor.friendly_name === undefined || factor.friendly_name === '' ? kindOf(factor) : factor.friendly_name
}
