import { type ReactNode, useState } from 'react'
import { useSession } from '#data/session.ts'
import { part } from '#ui/part.tsx'
import { isOffered } from '../../guard.ts'
import { QUICK_ADD_FROM } from '../../navigation.ts'

const QuickAddMenu = part(() => import('./quick-add-menu.tsx').then((m) => m.QuickAddMenu))

export function QuickAdd({ className, children }: { className?: string; children: ReactNode }) {
  const role = useSession()?.role ?? 0
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!isOffered(role, QUICK_ADD_FROM)) return null
  return (
    <>
      <button type="button" aria-haspopup="menu" className={className} onClick={(event) => setAnchor(event.currentTarget)}>
        {children}
      </button>
      {anchor && <QuickAddMenu anchor={anchor} role={role} onClose={() => setAnchor(null)} />}
    </>
  )
}
