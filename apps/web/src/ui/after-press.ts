/** A layout change during a press would move the element being pressed, so it is delayed until the press has become a click. */

let isPressed = false
const mark = (pressed: boolean) => () => {
  isPressed = pressed
}

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', mark(true), { capture: true })
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, mark(false), { capture: true })
}

/** A tap with a finger fires all mouse events only when the finger is lifted, so `act` never runs synchronously. */
export function runAfterPress(act: () => void): void {
  const soon = () => setTimeout(act)
  if (!isPressed) return void soon()
  const end = new AbortController()
  const done = () => {
    end.abort()
    soon()
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, done, { signal: end.signal })
}
