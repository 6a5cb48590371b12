package standard

import (
	"crypto/sha256"

	own "github.com/sinew-go/sinew/internal/sha256"
)

func init() { own.UseStandard(sha256.New) }
