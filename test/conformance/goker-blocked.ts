// Which operations of the GoKer kernels of cockroach, kubernetes and moby are known to block: part of a function's name in
// the stack, and the state in which Go's runtime shows the goroutine.
//
// Facts from the test of Go's own goroutine leak profile; for the last five from the labels of its authors' artefact.

export type Label = readonly [frame: string, state: string];

const lock = 'sync.Mutex.Lock';
const rwLock = 'sync.RWMutex.Lock';
const rLock = 'sync.RWMutex.RLock';
const receive = 'chan receive';
const send = 'chan send';
const wait = 'sync.WaitGroup.Wait';
const cond = 'sync.Cond.Wait';

export const labels: Readonly<Record<string, readonly Label[]>> = {
  'cockroach/584': [['TestCockroach584', lock]],
  'cockroach/1055': [
    ['TestCockroach1055', receive],
    ['TestCockroach1055', wait],
    ['TestCockroach1055', lock],
  ],
  'cockroach/1462': [
    ['(*Stopper).RunWorker', send],
    ['TestCockroach1462', wait],
  ],
  'cockroach/2448': [
    ['(*Store).processRaft', 'select'],
    ['(*state).start', 'select'],
  ],
  'cockroach/3710': [
    ['(*Store).ForceRaftLogScanAndProcess', rLock],
    ['(*Store).processRaft', rwLock],
  ],
  'cockroach/6181': [
    ['testRangeCacheCoalescedRquests', wait],
    ['testRangeCacheCoalescedRquests', rwLock],
    ['testRangeCacheCoalescedRquests', rLock],
  ],
  'cockroach/7504': [
    ['TestCockroach7504.func1', lock],
    ['TestCockroach7504.func2', lock],
  ],
  'cockroach/9935': [['(*loggingT).outputLogEntry', lock]],
  'cockroach/10214': [
    ['(*Store).sendQueuedHeartbeats', lock],
    ['(*Replica).tick', lock],
  ],
  'cockroach/10790': [['(*Replica).beginCmds', receive]],
  'cockroach/13197': [['(*Tx).awaitDone', receive]],
  'cockroach/13755': [['(*Rows).awaitDone', receive]],
  'cockroach/16167': [
    ['TestCockroach16167', rLock],
    ['(*Executor).Start', rwLock],
  ],
  'cockroach/18101': [['restore', send]],
  'cockroach/24808': [['TestCockroach24808', send]],
  'cockroach/25456': [['TestCockroach25456', receive]],
  'cockroach/35073': [['TestCockroach35073', send]],
  'cockroach/35931': [['TestCockroach35931', send]],
  'kubernetes/5316': [['finishRequest', send]],
  'kubernetes/6632': [
    ['(*idleAwareFramer).monitor', lock],
    ['(*idleAwareFramer).WriteFrame', send],
  ],
  'kubernetes/10182': [
    ['(*statusManager).Start', lock],
    ['(*statusManager).SetPodStatus', send],
  ],
  'kubernetes/11298': [
    ['After', receive],
    ['After', cond],
    ['TestKubernetes11298', receive],
  ],
  'kubernetes/13135': [
    ['Util', lock],
    ['(*WatchCache).Add', lock],
  ],
  'kubernetes/25331': [['(*watchChan).run', send]],
  'kubernetes/26980': [
    ['TestKubernetes26980', receive],
    ['TestKubernetes26980.func', lock],
    ['(*processorListener).pop', receive],
  ],
  'kubernetes/30872': [
    ['(*DelayingDeliverer).StartWithHandler', lock],
    ['(*Controller).Run', lock],
    ['(*NamespaceController).Run', lock],
  ],
  'kubernetes/38669': [['(*cacheWatcher).process', send]],
  'kubernetes/58107': [
    ['(*ResourceQuotaController).worker', cond],
    ['(*ResourceQuotaController).worker', rLock],
    ['(*ResourceQuotaController).Sync', rwLock],
  ],
  'kubernetes/62464': [
    ['(*manager).reconcileState', rLock],
    ['(*staticPolicy).RemoveContainer', rwLock],
  ],
  'kubernetes/70277': [['TestKubernetes70277', receive]],
  'moby/4951': [['(*DeviceSet).DeleteDevice', lock]],
  'moby/7559': [['(*UDPProxy).Run', lock]],
  'moby/17176': [['testDevmapperLockReleasedDeviceDeletion', lock]],
  'moby/21233': [
    ['(*Transfer).Watch', send],
    ['(*Transfer).Watch', 'select'],
    ['testTransfer', receive],
  ],
  'moby/27782': [
    ['(*JSONFileLogger).readLogs', cond],
    ['(*Watcher).readEvents', 'select'],
  ],
  'moby/28462': [
    ['monitor', lock],
    ['(*Daemon).StateChanged', send],
  ],
  'moby/30408': [
    ['TestMoby30408', receive],
    ['testActive', cond],
  ],
  'moby/33781': [['monitor', send]],
  'moby/36114': [['(*serviceVM).hotAddVHDsAtStart', lock]],
  'kubernetes/1321': [
    ['(*Mux).loop', send],
    ['testMuxWatcherClose', lock],
  ],
  'moby/25384': [['(*Manager).init', wait]],
  'moby/4395': [['Go.func', send]],
  'moby/29733': [['(*Plugin).waitActive', cond]],
  'moby/33293': [['containerWait', send]],
};

/** Kernels whose labels are weak: they are reported apart. */
export const weaklyLabelled: ReadonlySet<string> = new Set([
  'cockroach/1055',
  'cockroach/1462',
  'cockroach/16167',
  'cockroach/18101',
]);
