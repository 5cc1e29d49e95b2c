import type { ReactNode } from 'react'
import { Glyph } from './glyph.tsx'

/** The head of a closed part of the screen: what it is about, and its content in one line. */
export const FoldWords = ({ icon, title, more }: { icon: string; title: string; more: string }) => (
  <>
    <Glyph path={icon} />
    <span>
      <b>{title}</b> <span className="small">{more}</span>
    </span>
  </>
)

type Props = { icon: string; title: string; more: string; isOpen: boolean; onToggle: () => void }

/** Opens a part that needs scripts anyway. */
export const FoldButton = ({ isOpen, onToggle, ...words }: Props) => (
  <button type="button" className="fold" aria-expanded={isOpen} onClick={onToggle}>
    <FoldWords {...words} />
  </button>
)

/** A part that also opens without scripts. */
export const Fold = ({ children, ...words }: { icon: string; title: string; more: string; children: ReactNode }) => (
  <details className="card">
    <summary className="fold">
      <FoldWords {...words} />
    </summary>
    {children}
  </details>
)
