package verbs

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// mappers read the kinds of value that the programs' flags have. kong's own would say "expected
// a valid 64 bit int".
func mappers() []kong.Option {
	return []kong.Option{
		kong.KindMapper(reflect.Int, kong.MapperFunc(readInt)),
		kong.KindMapper(reflect.String, kong.MapperFunc(readString)),
		kong.KindMapper(reflect.Bool, switched{}),
		kong.TypeMapper(reflect.TypeFor[[]string](), kong.MapperFunc(readList)),
	}
}

// next is the value that follows a flag or stands for an argument. A number may be negative.
func next(ctx *kong.DecodeContext, number bool) (string, error) {
	t := ctx.Scan.Pop()
	s := t.String()
	_, err := strconv.Atoi(s)
	switch {
	case t.IsEOL():
		return "", errors.New("a value is missing behind it")
	case t.IsValue(), number && err == nil:
	case number:
		return "", fmt.Errorf("wants a whole number, and %s is a flag", s)
	default:
		return "", fmt.Errorf("a value is missing behind it, since %s is a flag; write %s=%s "+
			"if it is the value", s, ctx.Value.ShortSummary(), s)
	}
	if t.Type == kong.ShortFlagTailToken {
		s = strings.TrimPrefix(s, "=") // -o=out is meant as --out=out is
	}
	if s == "" && ctx.Value.Flag != nil && ctx.Value.Required {
		return "", errors.New("its value is empty")
	}
	return s, nil
}

func readInt(ctx *kong.DecodeContext, target reflect.Value) error {
	s, err := next(ctx, true)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is too large", s)
	case err != nil:
		return fmt.Errorf("wants a whole number, not %q", s)
	}
	target.SetInt(int64(n))
	return nil
}

func readString(ctx *kong.DecodeContext, target reflect.Value) error {
	s, err := next(ctx, false)
	target.SetString(s)
	return err
}

// readList reads one value of a flag, which may be several with separators between them, or all
// arguments up to the next flag.
func readList(ctx *kong.DecodeContext, target reflect.Value) error {
	var list []string
	if ctx.Value.Flag != nil {
		s, err := next(ctx, false)
		if err != nil {
			return err
		}
		list = kong.SplitEscaped(s, ctx.Value.Tag.Sep)
	} else {
		for _, t := range ctx.Scan.PopWhile(kong.Token.IsValue) {
			list = append(list, t.String())
		}
	}
	target.Set(reflect.AppendSlice(target, reflect.ValueOf(list)))
	return nil
}

// switched reads a flag that is on when it is there. kong looks for IsBool.
type switched struct{}

func (switched) IsBool() bool { return true }

func (switched) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		target.SetBool(true)
		return nil
	}
	s := ctx.Scan.Pop().String()
	on, err := strconv.ParseBool(strings.ToLower(s))
	if err != nil {
		return fmt.Errorf("needs no value; if it has one, it is true or false, not %q", s)
	}
	target.SetBool(on)
	return nil
}
