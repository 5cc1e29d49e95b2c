/** The table writes its row order to `seen`, and keyboard navigation uses that order. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useScreenKeys } from '#parts/page/single-keys.ts'
import type { SeenAction } from '../actions.ts'

export type Asked = { what: 'rate' | 'assign' | 'resolve' | 'reopen' | 'merge' | 'wait'; about: readonly SeenAction[]; anchor: Element }

const rowOf = (id: string | null) => (id ? document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) : null)

function focusRow(id: string | null) {
  const row = rowOf(id)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

type Setup = {
  rows: readonly SeenAction[] | undefined
  mayTriage: boolean
  /** Without room for a panel, an Action opens on its own page. */
  hasRoom: boolean
  /** On a board, keyboard shortcuts apply to the focused card. */
  isBoard: boolean
  open: string | null
  show: (id: string | null) => void
  showNext: (id: string | null) => void
}

const KEYS: Partial<Record<string, Asked['what']>> = { a: 'assign', r: 'rate', e: 'resolve' }

function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

export function useTriage({ rows, mayTriage, hasRoom, isBoard, open, show, showNext }: Setup) {
  const navigate = useNavigate()
  const seen = useRef<readonly string[]>([])
  const lastIndex = useRef(0)
  /** Rating a row moves it, and the next key press must continue from its old place. */
  const neighbours = useRef<{ of: string; before: string | undefined; after: string | undefined } | null>(null)
  const lastSelected = useRef<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [areKeysShown, setAreKeysShown] = useState(false)
  const chosen = useMemo(() => rows?.filter(({ id }) => selected.has(id)) ?? [], [rows, selected])

  const goTo = (id: string | null) => {
    setCurrent(id)
    if (!id) return
    const at = seen.current.indexOf(id)
    lastIndex.current = Math.max(0, at)
    neighbours.current = { of: id, before: seen.current[at - 1], after: seen.current[at + 1] }
  }
  const openRow = (id: string) => {
    goTo(id)
    if (hasRoom) show(id)
    else void navigate(`/actions/view/${id}`)
  }
  const close = () => {
    show(null)
    focusRow(current ?? open)
  }
  function move(by: 1 | -1, from: string | null, takesFocus = true): boolean {
    const ids = seen.current
    const at = from ? ids.indexOf(from) : -1
    const known = neighbours.current?.of === from ? neighbours.current[by > 0 ? 'after' : 'before'] : undefined
    const next =
      known && ids.includes(known)
        ? known
        : ids[at < 0 ? Math.min(lastIndex.current, ids.length - 1) : Math.min(ids.length - 1, Math.max(0, at + by))]
    if (!next) return false
    goTo(next)
    if (takesFocus) focusRow(next)
    showNext(next)
    return true
  }
  const select = (id: string, isRange: boolean) => {
    const ids = isRange ? between(seen.current, lastSelected.current, id) : [id]
    lastSelected.current = id
    setSelected((before) => toggled(before, ids, isRange))
    goTo(id)
  }
  const ask = (what: Asked['what'], about: readonly SeenAction[], anchor?: Element | null) => {
    const inRow = about.length === 1 && rowOf(about[0]?.id ?? null)?.querySelector(`[data-part=${what}]`)
    const inBar = document.querySelector(`[data-selected] [data-what=${what}]`)
    if (about.length > 0) setAsked({ what, about, anchor: anchor ?? (inRow || inBar) ?? rowOf(current) ?? document.body })
  }
  const targets = (here: string | null) => (chosen.length > 0 ? chosen : (rows?.filter(({ id }) => id === here) ?? []))

  // If a change removes the current row from the list, the row at its position becomes current and gets the focus.
  const followRows = useEffectEvent(() => {
    if (!current || rows === undefined || rows.some(({ id }) => id === current)) return
    const next = seen.current[Math.min(lastIndex.current, seen.current.length - 1)] ?? null
    goTo(next)
    if (open === current) show(next)
    if (document.activeElement === document.body) focusRow(next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(followRows, [rows])

  useScreenKeys((key, { target }) => {
    const isInRow = target instanceof HTMLElement && target.matches('[data-row]')
    // Tab moves only the focus, so the focused row takes precedence over the current one.
    const here = isInRow ? (target.dataset.row ?? null) : current
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
    if (isBoard && key !== '/' && key !== '?') {
      const what = mayTriage && card ? KEYS[key] : undefined
      if (what) ask(what, rows?.filter(({ id }) => id === card?.dataset.card) ?? [], card)
      return what !== undefined
    }
    switch (key) {
      case 'j':
        return move(1, here)
      case 'k':
        return move(-1, here)
      case 'ArrowDown':
        return isInRow && move(1, here)
      case 'ArrowUp':
        return isInRow && move(-1, here)
      case 'Enter':
        if (!isInRow || !here) return false
        if (open === here) document.querySelector<HTMLElement>('[data-panel] h2')?.focus()
        else openRow(here)
        return true
      case 'Escape':
        if (open) close()
        else if (selected.size > 0) setSelected(new Set())
        else return false
        return true
      case '/':
        document.querySelector<HTMLElement>('[role=search] input')?.focus()
        return true
      case '?':
        setAreKeysShown(true)
        return true
    }
    if (!mayTriage) return false
    if (key === 'x' || key === 'X') {
      if (here) select(here, key === 'X')
      return here !== null
    }
    const what = KEYS[key]
    if (!what) return false
    goTo(here)
    ask(what, targets(here))
    return true
  })

  return {
    chosen,
    selectedIds: selected,
    clear: () => setSelected(new Set<string>()),
    asked,
    ask,
    answered: () => setAsked(null),
    areKeysShown,
    showKeys: setAreKeysShown,
    /** A button in the panel calls this function and keeps the focus. */
    move: (by: 1 | -1) => move(by, current ?? open, false),
    close,
    handling: {
      seen,
      current,
      open: hasRoom ? open : null,
      onPress(id: string, part: HTMLElement | null) {
        goTo(id)
        const what = part?.dataset.part
        if (what === 'rate' || what === 'assign') ask(what, rows?.filter((action) => action.id === id) ?? [], part)
        else openRow(id)
      },
      ...(mayTriage && {
        selection: {
          ids: selected,
          onSelect: select,
          onSelectAll: (all: boolean) => setSelected(new Set(all ? seen.current : [])),
        },
      }),
    },
  }
}

function toggled(before: ReadonlySet<string>, ids: readonly string[], isRange: boolean): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids)
    if (isRange || !after.has(id)) after.add(id)
    else after.delete(id)
  return after
}
