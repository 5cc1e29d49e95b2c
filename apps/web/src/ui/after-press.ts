/** Delays layout changes until a press has become a click, because they would move the element being pressed. */

let isPressed = false
const mark = (pressed: boolean) => () => {
  isPressed = pressed
}

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', mark(true), { capture: true })
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, mark(false), { capture: true })
}

/**
 * Runs `act` after the current press, but never synchronously, because a tap with a finger fires all mouse events only when the finger is
 * lifted.
 */
export function afterPress(act: () => void): void {
  const soon = () => setTimeout(act)
  if (!isPressed) return void soon()
  const end = new AbortController()
  const done = () => {
    end.abort()
    soon()
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, done, { signal: end.signal })
}
