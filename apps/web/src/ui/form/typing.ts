/** Changes that would move the field wait until the person has left it. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#lib/store.ts'
import { runAfterPress } from '../after-press.ts'

const FIELDS = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=file], [type=button], [type=submit])'

const isTyping = createStore(false)

const isInField = () => document.activeElement?.matches(FIELDS) ?? false
const change = (now: boolean) => now !== isTyping.get() && isTyping.set(now)

const lookSoon = () => runAfterPress(() => change(isInField()))
const look = () => (isInField() ? change(true) : lookSoon())

export function useIsTyping(): boolean {
  const { pathname } = useLocation()
  useEffect(() => {
    addEventListener('focusin', look)
    addEventListener('focusout', lookSoon)
    return () => {
      removeEventListener('focusin', look)
      removeEventListener('focusout', lookSoon)
    }
  }, [])
  // A field that is removed with its page doesn't fire a blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again on every page
  useEffect(lookSoon, [pathname])
  return useStore(isTyping)
}
