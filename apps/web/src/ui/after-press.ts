/** Things that must wait until a press has become a click, because they move what is pressed. */

let isPressed = false
const mark = (pressed: boolean) => () => {
  isPressed = pressed
}

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', mark(true), { capture: true })
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, mark(false), { capture: true })
}

/** Never at once: of a tap by finger, all that a mouse would do comes in one go after the finger is up. */
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
