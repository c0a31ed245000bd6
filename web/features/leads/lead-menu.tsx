import { ChartColumn, Ellipsis, Presentation, Trash2, UsersRound } from 'lucide-react'
import { useNavigate } from 'react-router'

import type { Lead } from '../../lib/lead-calls.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** A menu that opens the lead's demo or erases the lead. */
export function LeadMenu({ lead, onErase }: { readonly lead: Lead; readonly onErase: () => void }) {
  const navigate = useNavigate()
  const { demo_id: demoId } = lead
  const go = (path: string) => () => void navigate(path)
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${lead.name}`}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
      entries={[
        ...(demoId === null
          ? []
          : [
              {
                key: 'demo',
                label: 'View demo',
                icon: <Presentation size={14} aria-hidden />,
                onSelect: go(`/dashboard/demos/${demoId}`),
              },
              {
                key: 'leads',
                label: 'Demo leads',
                icon: <UsersRound size={14} aria-hidden />,
                onSelect: go(`/dashboard/leads?demo=${demoId}`),
              },
              {
                key: 'analytics',
                label: 'Demo analytics',
                icon: <ChartColumn size={14} aria-hidden />,
                onSelect: go(`/dashboard/demos/${demoId}/analytics`),
              },
            ]),
        {
          key: 'erase',
          label: 'Erase everywhere',
          icon: <Trash2 size={14} aria-hidden />,
          tone: 'danger' as const,
          onSelect: onErase,
        },
      ]}
    />
  )
}
