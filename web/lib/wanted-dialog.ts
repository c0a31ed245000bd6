import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Dialog = 'new-demo' | 'new-agent' | 'share'

/** The history state with which a page opens one of its dialogs. */
export function wantDialog(dialog: Dialog): { readonly dialog: Dialog } {
  return { dialog }
}

/** Whether a page's dialog is open: initially for users who came for it, for example from the command palette. */
export function useWantedDialog(dialog: Dialog): readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const state = location.state as Partial<ReturnType<typeof wantDialog>> | null
  const isWanted = state?.dialog === dialog
  if (isWanted && !isOpen) setIsOpen(true)
  useEffect(() => {
    if (isWanted) void navigate(location.pathname + location.search, { replace: true, state: null })
  }, [isWanted, navigate, location.pathname, location.search])
  return [isOpen, setIsOpen]
}
