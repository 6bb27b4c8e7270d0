// Package syncmap is the older name of sync.Map.
package syncmap

import "sync"

type Map = sync.Map
