import { HandoverTab } from '../features/agents/handover-tab.tsx'
import { PanelSection } from '../features/agents/section-head.tsx'
import { AvailabilitySwitch } from '../features/live/availability-switch.tsx'

export function AgentHandoverPage() {
  return (
    <HandoverTab>
      <PanelSection title="You">
        <div className="max-w-72 border-t border-line pt-2">
          <AvailabilitySwitch isCollapsed={false} />
        </div>
      </PanelSection>
    </HandoverTab>
  )
}
