import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { areSingleKeysOn } from '#platform/single-keys.ts'

const TEXT_FIELDS = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

export function useScreenKeys(act: (key: string, event: KeyboardEvent) => boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
    if (target.matches(TEXT_FIELDS) || target.closest('[role=dialog], [role=menu], [role=presentation]')) return
    if (key.length === 1 && !areSingleKeysOn()) return
    if (act(key, event)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const PLACES: Partial<Record<string, string>> = { o: '/management/overview', a: '/actions/outstanding' }
const SOON_MS = 1500

/** Call this hook before registering a screen's other keys, because the second key may have another meaning without `g`. */
export function useGoKeys(isOn = true) {
  const navigate = useNavigate()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  useScreenKeys((key, { timeStamp }) => {
    const path = isOn && timeStamp - pressedAt.current < SOON_MS ? PLACES[key] : undefined
    pressedAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
    if (path) void navigate(path)
    return path !== undefined
  })
}
