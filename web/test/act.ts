import React from 'react'
import { flushSync } from 'react-dom'

// React's production build lacks `act`, which `vitest-browser-react` uses to render and unmount.

const taskDone = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Renders a change, and then the changes made by its effects. */
async function act(change: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined
  flushSync(() => {
    done = change()
  })
  await done
  // React's scheduler uses tasks of this kind, which run in order.
  await taskDone()
  await taskDone()
}

Object.assign(React, { act })
