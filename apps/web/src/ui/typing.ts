/** Whether someone is typing. What would move the field that they look at waits until they have left it. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#lib/store.ts'
import { afterPress } from './after-press.ts'

const FIELDS = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=file], [type=button], [type=submit])'

const isTyping = createStore(false)

const isInField = () => document.activeElement?.matches(FIELDS) ?? false
const change = (now: boolean) => now !== isTyping.get() && isTyping.set(now)

// What moves must not do so between the press and the click of the next thing, which has the focus already.
const lookSoon = () => afterPress(() => change(isInField()))
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
  // A field that goes with its page does not say that it lost the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again with every page
  useEffect(lookSoon, [pathname])
  return useStore(isTyping)
}
