import React from 'react'
import { flushSync } from 'react-dom'

// React as it ships has no `act`, with which `vitest-browser-react` renders and unmounts.

const taskDone = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Shows what changed, and lets what its effects changed in turn be shown. */
async function act(change: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined
  flushSync(() => {
    done = change()
  })
  await done
  // React's scheduler uses tasks of this kind, first come first served.
  await taskDone()
  await taskDone()
}

Object.assign(React, { act })
