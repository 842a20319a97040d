// Package label imports fmt.
package label

import _ "encoding/hex"
