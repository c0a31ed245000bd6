import { HandoverTab } from '../features/agents/handover-tab.tsx'
import { PanelSection } from '../features/agents/section-head.tsx'
import { AvailabilityRow } from '../features/live/availability-row.tsx'

export function AgentHandoverPage() {
  return (
    <HandoverTab>
      <PanelSection title="You">
        <div className="border-y border-line py-2.5">
          <AvailabilityRow />
        </div>
      </PanelSection>
    </HandoverTab>
  )
}
