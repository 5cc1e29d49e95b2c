import { type ActionPatch, Rating } from '@trailwarden/domain'
import type { SeenAction } from '../actions.ts'
import { AssigneeMenu, RatingMenu } from './pick-menu.tsx'
import type { Asked } from './use-triage.ts'

type Props = {
  asked: Asked
  onClose: () => void
  onChange: (about: readonly SeenAction[], patch: ActionPatch) => void
  /** What was selected is dealt with. */
  onDone: () => void
}

/** What was asked for about one action or several: a menu or a dialog. */
export function Question({ asked: { what, about, anchor }, onClose, onChange }: Props) {
  const same = <T,>(of: (action: SeenAction) => T): T | null => {
    const [first, ...others] = about.map(of)
    return first !== undefined && others.every((one) => one === first) ? first : null
  }
  if (what === 'rate')
    return (
      <RatingMenu
        anchor={anchor}
        chosen={same(({ rating }) => rating)}
        onPick={(value) => onChange(about, { rating: Rating.parse(value) })}
        onClose={onClose}
      />
    )
  if (what === 'assign')
    return (
      <AssigneeMenu
        anchor={anchor}
        chosen={same(({ assignedTo }) => assignedTo ?? '')}
        onPick={(value) => onChange(about, { assignedTo: value || null })}
        onClose={onClose}
      />
    )
  return null
}
