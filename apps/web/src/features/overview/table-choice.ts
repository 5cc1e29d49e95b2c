import { useState } from 'react'

const CARDS = ['ratings', 'ages', 'time-to-fix', 'weeks'] as const
export type CardName = (typeof CARDS)[number]

const KEY = 'overview-tables'

function read(): readonly string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}

export function useTables() {
  const [shown, setShown] = useState<readonly CardName[]>(() => CARDS.filter((card) => read().includes(card)))
  const set = (next: readonly CardName[]) => {
    setShown(next)
    try {
      localStorage.setItem(KEY, next.join(' '))
    } catch {}
  }
  return {
    isTable: (card: CardName) => shown.includes(card),
    areAll: shown.length === CARDS.length,
    setTable: (card: CardName, on: boolean) => set(CARDS.filter((one) => (one === card ? on : shown.includes(one)))),
    setAll: (on: boolean) => set(on ? CARDS : []),
  }
}
export type Tables = ReturnType<typeof useTables>
