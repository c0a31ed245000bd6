import { queryOptions } from '@tanstack/react-query'

import { newAvailability, type Availability } from '#domain/availability.ts'
import { toAvailability, type AvailabilityRow } from '#protocol/availability-row.ts'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

export const availabilityQuery = queryOptions({ queryKey: ['availability'], queryFn: loadAvailability })

/** What the workspace's agent may book; for who has not said so yet, a proposal that is off. */
async function loadAvailability(): Promise<Availability> {
  const { client, workspaceId, email } = await reach()
  const answer = await client
    .from('agents')
    .select('availability(*)')
    .match({ workspace_id: workspaceId, slug: 'leo' })
    .overrideTypes<{ readonly availability: AvailabilityRow | null }[], { merge: false }>()
  const row = unwrap(answer, 'onboardingFailed')?.[0]?.availability
  if (row === undefined || row === null) {
    return newAvailability(Intl.DateTimeFormat().resolvedOptions().timeZone, email)
  }
  return toAvailability(row)
}

export async function saveAvailability(availability: Availability): Promise<void> {
  const { client, workspaceId } = await reach()
  const own = { workspace_id: workspaceId, slug: 'leo' }
  const options = { onConflict: 'workspace_id,slug', ignoreDuplicates: true }
  unwrap(await client.from('agents').upsert(own, options), 'onboardingFailed')
  const agents = await client.from('agents').select('id').match(own).single()
  const agent: { readonly id: string } | null = unwrap(agents, 'onboardingFailed')
  if (agent === null) throw new BackendError('onboardingFailed', 'missing')
  const row = {
    is_on: availability.isOn,
    time_zone: availability.timeZone,
    weekly_hours: availability.weeklyHours,
    length_minutes: availability.lengthMinutes,
    notice_minutes: availability.noticeMinutes,
    buffer_minutes: availability.bufferMinutes,
    days_ahead: availability.daysAhead,
    organiser_email: availability.organiserEmail.trim(),
    place: availability.place.trim(),
    updated_at: new Date().toISOString(),
  }
  const saved = await client.from('availability').update(row).eq('agent_id', agent.id).select('agent_id')
  if ((unwrap(saved, 'onboardingFailed') ?? []).length > 0) return
  const first = { ...row, agent_id: agent.id, workspace_id: workspaceId }
  unwrap(await client.from('availability').insert(first), 'onboardingFailed')
}

async function reach() {
  try {
    const client = await loadClient()
    const workspaceId = await currentWorkspaceId('onboardingFailed')
    const { data } = await client.auth.getSession()
    if (data.session !== null) return { client, workspaceId, email: data.session.user.email ?? '' }
  } catch (error) {
    if (error instanceof BackendError) throw error
    throw new BackendError('onboardingFailed', 'unreachable', error)
  }
  throw new BackendError('onboardingFailed', 'signed-out')
}
