import { queryOptions } from '@tanstack/react-query'

import { newAvailability, type Availability } from '#domain/availability.ts'
import { toAvailability, type AvailabilityRow } from '#protocol/availability-row.ts'

import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { ownUser } from '../../lib/own-user.ts'

export function availabilityQuery(agentId: string) {
  return queryOptions({ queryKey: ['availability', agentId], queryFn: () => loadAvailability(agentId) })
}

/** The agent's booking rules; without saved ones, defaults that are off. */
async function loadAvailability(agentId: string): Promise<Availability> {
  const { email = '' } = await ownUser('onboardingFailed')
  const row = await ask('onboardingFailed', (client) =>
    client.from('availability').select('*').eq('agent_id', agentId).maybeSingle<AvailabilityRow>(),
  )
  if (row === null) return newAvailability(Intl.DateTimeFormat().resolvedOptions().timeZone, email)
  return toAvailability(row)
}

export async function saveAvailability(agentId: string, availability: Availability): Promise<void> {
  const workspaceId = await currentWorkspaceId('onboardingFailed')
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
    source: availability.source,
    cal_com_event_type: availability.calComEventType,
    updated_at: new Date().toISOString(),
  }
  const saved = await ask('onboardingFailed', (client) =>
    client.from('availability').update(row).eq('agent_id', agentId).select('agent_id'),
  )
  if (saved.length > 0) return
  const first = { ...row, agent_id: agentId, workspace_id: workspaceId }
  await ask('onboardingFailed', (client) => client.from('availability').insert(first))
}
