import { ChartColumn, Ellipsis, Presentation, UserRoundCheck } from 'lucide-react'
import { useNavigate } from 'react-router'

import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface ViewerMenuProps {
  readonly demoId: string
  readonly onPresenterWindow: () => void
}

/** Less frequent actions than showing, editing and sharing. */
export function ViewerMenu({ demoId, onPresenterWindow }: ViewerMenuProps) {
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <IconButton label="More">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
      entries={[
        {
          key: 'window',
          label: 'Presenter Window',
          hint: 'Notes, next step and a timer for your own screen (P)',
          icon: <Presentation size={16} aria-hidden />,
          onSelect: onPresenterWindow,
        },
        {
          key: 'analytics',
          label: 'Analytics',
          icon: <ChartColumn size={16} aria-hidden />,
          onSelect: () => void navigate(`/dashboard/demos/${demoId}/analytics`),
        },
        {
          key: 'leads',
          label: 'Leads',
          icon: <UserRoundCheck size={16} aria-hidden />,
          onSelect: () => void navigate(`/dashboard/leads?demo=${demoId}`),
        },
      ]}
    />
  )
}
