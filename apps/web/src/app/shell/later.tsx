import { type ReactNode, useEffect, useState } from 'react'

export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const start = () => setIsTime(true)
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => removeEventListener('load', start)
  }, [])
  return isTime ? children : place
}
