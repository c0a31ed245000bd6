import { queryOptions } from '@tanstack/react-query'

import { newAvailability, type Availability } from '#domain/availability.ts'
import { toAvailability, type AvailabilityRow } from '#protocol/availability-row.ts'

import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { ownUser } from '../../lib/own-user.ts'

export const availabilityQuery = queryOptions({ queryKey: ['availability'], queryFn: loadAvailability })

/** The agent's booking rules; without saved ones, defaults that are off. */
async function loadAvailability(): Promise<Availability> {
  const workspaceId = await currentWorkspaceId('onboardingFailed')
  const { email = '' } = await ownUser('onboardingFailed')
  const [agent] = await ask('onboardingFailed', (client) =>
    client
      .from('agents')
      .select('availability(*)')
      .match({ workspace_id: workspaceId, slug: 'leo' })
      .overrideTypes<{ readonly availability: AvailabilityRow | null }[], { merge: false }>(),
  )
  const row = agent?.availability
  if (row === undefined || row === null) {
    return newAvailability(Intl.DateTimeFormat().resolvedOptions().timeZone, email)
  }
  return toAvailability(row)
}

export async function saveAvailability(availability: Availability): Promise<void> {
  const workspaceId = await currentWorkspaceId('onboardingFailed')
  const own = { workspace_id: workspaceId, slug: 'leo' }
  const options = { onConflict: 'workspace_id,slug', ignoreDuplicates: true }
  await ask('onboardingFailed', (client) => client.from('agents').upsert(own, options))
  const agent: { readonly id: string } = await ask('onboardingFailed', (client) =>
    client.from('agents').select('id').match(own).single(),
  )
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
  const saved = await ask('onboardingFailed', (client) =>
    client.from('availability').update(row).eq('agent_id', agent.id).select('agent_id'),
  )
  if (saved.length > 0) return
  const first = { ...row, agent_id: agent.id, workspace_id: workspaceId }
  await ask('onboardingFailed', (client) => client.from('availability').insert(first))
}
