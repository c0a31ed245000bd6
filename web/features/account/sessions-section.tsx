import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import type { FormOutcome } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { endOtherSessions, endSession, sessionsQuery, type OwnSession } from '../../lib/account-calls.ts'
import { deviceName } from './device-name.ts'

/** Only on our own server: Supabase has no such list. */
export function SessionsSection() {
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<string>()

  async function end(which: string, call: () => Promise<FormOutcome>, doneText: string): Promise<void> {
    setEnding(which)
    const outcome = await call()
    setEnding(undefined)
    if (outcome.ok) showToast({ text: doneText })
    else showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  return (
    <SettingsSection
      title="Active sessions"
      text="Sign out of sessions you don’t recognise, then change your password."
    >
      {sessions.isPending ? <ListSkeleton label="Loading your sessions" rows={2} isTall /> : null}
      {sessions.isError && sessions.data === undefined ? (
        <ErrorState
          title={failureText(sessions.error, 'accountFailed')}
          text={failureHint(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      ) : null}
      {sessions.data === undefined ? null : (
        <SettingsList label="Sessions">
          {sessions.data.map((session) => (
            <SettingsRow
              key={session.id}
              icon={<DeviceIcon session={session} />}
              title={deviceName(session.user_agent)}
              text={placeText(session)}
            >
              {session.is_current ? (
                <span className="rounded-chip bg-success-soft px-2 py-0.5 text-xs font-medium text-success">
                  This device
                </span>
              ) : (
                <Button
                  disabled={ending !== undefined}
                  aria-label={`Sign out ${deviceName(session.user_agent)}, ${placeText(session)}`}
                  onClick={() => void end(session.id, () => endSession(session.id), 'The session was signed out.')}
                >
                  {ending === session.id ? 'Signing out…' : 'Sign out'}
                </Button>
              )}
            </SettingsRow>
          ))}
        </SettingsList>
      )}
      {sessions.data === undefined || sessions.data.length < 2 ? null : (
        <div>
          <Button
            size="form"
            disabled={ending !== undefined}
            onClick={() => void end('others', endOtherSessions, 'All other sessions were signed out.')}
          >
            {ending === 'others' ? 'Signing out…' : 'Sign out everywhere else'}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

function DeviceIcon({ session }: { readonly session: OwnSession }) {
  const Icon = /Mobile|iPhone|Android/.test(session.user_agent ?? '') ? Smartphone : Monitor
  return <Icon size={18} aria-hidden />
}

function placeText(session: OwnSession): string {
  const seen = `last seen ${momentText(session.refreshed_at)}`
  return [session.ip, seen, session.aal === 'aal2' ? 'two-factor' : undefined].filter(Boolean).join(' · ')
}
