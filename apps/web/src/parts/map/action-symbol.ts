import type { Action, Rating } from '@trailwarden/domain'
import type { SymbolName } from '#map/symbols.ts'

const SYMBOLS: Record<Rating, SymbolName> = {
  Unrated: 'action-unrated',
  Low: 'action-low',
  Medium: 'action-medium',
  High: 'action-high',
  Extreme: 'action-extreme',
}

export const symbolOfAction = ({ status, rating }: Pick<Action, 'status' | 'rating'>): SymbolName =>
  status === 'Resolved' ? 'action-complete' : SYMBOLS[rating]
